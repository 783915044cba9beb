every 1us { }
wait 400d
