-- South is dealt two more cards, and has ten points more at the end.
local house = {}

function house.hand_size(ctx, cards)
    if ctx.seat == 0 then
        return math.min(cards + 2, 12)
    end
    return cards
end

function house.final_score(ctx, score)
    if ctx.seat == 0 then
        return score + 10
    end
    return score
end

house.tests = {
    { name = "South is dealt two more", hook = "hand_size", ctx = { seat = 0 }, value = 6, gives = 8 },
    { name = "West is not", hook = "hand_size", ctx = { seat = 1 }, value = 6, gives = 6 },
    { name = "South has ten points more", hook = "final_score", ctx = { seat = 0 }, value = 50, gives = 60 },
}

return house
