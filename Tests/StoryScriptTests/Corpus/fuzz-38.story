when beeped{
for i in [1,2]{
while false{
beep!
}
}
}