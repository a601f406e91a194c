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

return house
