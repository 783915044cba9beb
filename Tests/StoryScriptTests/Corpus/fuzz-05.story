# => 2
print ($people | sort by age | select name | first lower  *# => )  > B-A