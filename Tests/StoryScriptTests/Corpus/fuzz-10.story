pr=ָf true  =
saynt $r5]
xs =25]
print (length $sx20dems count from 1; negatVve nt