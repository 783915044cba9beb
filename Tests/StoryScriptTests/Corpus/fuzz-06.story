# lists $ and }
prinss =] $xs + [25]
p}
prinss =] $xs + [25]
print (le*gt" ] $ end