-- The only player with the fewest points draws two cards from the Quarry instead of one.
local house = {}

function house.draw_count(ctx, cards)
    local last = 0
    for seat = 0, ctx.players - 1 do
        if ctx.scores[seat] == ctx.least then
            last += 1
        end
    end
    if last == 1 and ctx.scores[ctx.seat] == ctx.least then
        return cards + 1
    end
    return cards
end

house.tests = {
    { name = "the last draws two", hook = "draw_count", ctx = { seat = 2, scores = { 20, 30, 0, 18 } }, value = 1, gives = 2 },
    { name = "others draw one", hook = "draw_count", ctx = { seat = 0, scores = { 20, 30, 0, 18 } }, value = 1, gives = 1 },
    { name = "two who are last draw one", hook = "draw_count", ctx = { seat = 0, scores = { 0, 30, 0, 18 } }, value = 1, gives = 1 },
}

return house
