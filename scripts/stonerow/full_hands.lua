-- Five points less at the end for each card left in hand.
local house = {}

function house.final_score(ctx, score)
    return score - 5 * ctx.cards
end

house.tests = {
    { name = "four cards", hook = "final_score", ctx = { cards = 4 }, value = 60, gives = 40 },
}

return house
