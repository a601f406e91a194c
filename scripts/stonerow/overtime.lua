-- Every Foreman adds as many rounds as Foremen have turned up: one, then two.
local house = {}

function house.extra_rounds(ctx, rounds)
    return rounds * ctx.foremen
end

house.tests = {
    { name = "the second Foreman adds two rounds", hook = "extra_rounds", ctx = { foremen = 2 }, value = 1, gives = 2 },
}

return house
