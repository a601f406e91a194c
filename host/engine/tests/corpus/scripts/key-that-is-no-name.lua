local house = {}
house[1] = 2
return house
