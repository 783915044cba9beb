{"raw{"s trh{
[[[[[{"everydimrhhhhhprin[{
[[[[["dimrhhhhhhhhhhhhhh/hnothhhhprin[{
[[[[[[[[[[[[͌ligh[[[[