-- No attack in the first round: nobody's StoneRows are broken or stolen before everybody has had a turn.
local house = {}

local function after_truce(ctx, allowed)
    return allowed and ctx.round > 1
end

house.may_break = after_truce
house.may_steal = after_truce

house.tests = {
    { name = "nothing is stolen in round one", hook = "may_steal", ctx = { round = 1 }, value = true, gives = false },
    { name = "nothing is broken in round one", hook = "may_break", ctx = { round = 1 }, value = true, gives = false },
    { name = "then it is as usual", hook = "may_steal", ctx = { round = 2 }, value = true, gives = true },
}

return house
