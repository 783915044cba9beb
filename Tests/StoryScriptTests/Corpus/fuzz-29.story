# eors> lff
expect error ne