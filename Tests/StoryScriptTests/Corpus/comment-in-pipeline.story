[3, 1] | # sorted
# here
sort | #
first
