8,dit ([3,rint ([3, ((((((((te l8,dit (
