light on for 5s dim
wait until light.progress >= 0.5 or light.state == off
expect light.progress == 50%
expect error { wait until light.count == 9 }
