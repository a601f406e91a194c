-- Long StoneRows are safe from theft: a Highwayman steals none of four cards or more.
local house = {}

function house.may_steal(ctx, allowed)
    return allowed and ctx.cards < 4
end

house.tests = {
    { name = "three cards are stolen", hook = "may_steal", ctx = { cards = 3, round = 2 }, value = true, gives = true },
    { name = "four are not", hook = "may_steal", ctx = { cards = 4, round = 2 }, value = true, gives = false },
}

return house
