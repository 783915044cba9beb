print("to be measured")
