-- A pact of partners: four play for themselves, but those who sit opposite neither break nor steal each other's StoneRows.
local house = {}

local function no_partner(ctx, allowed)
    local opposite = ctx.players == 4 and (ctx.by - ctx.owner) % 2 == 0
    return allowed and not opposite
end

house.may_break = no_partner
house.may_steal = no_partner

house.tests = {
    { name = "South does not steal from North", hook = "may_steal", ctx = { by = 0, owner = 2 }, value = true, gives = false },
    { name = "East does not break West's", hook = "may_break", ctx = { by = 3, owner = 1 }, value = true, gives = false },
    { name = "South steals from West", hook = "may_steal", ctx = { by = 0, owner = 1 }, value = true, gives = true },
}

return house
