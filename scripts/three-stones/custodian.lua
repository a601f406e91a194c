-- Capture by enclosing: stones of the other colour in a straight line between a stone that is placed and another of its colour take its colour.
-- Lines that come about score. Clear stones neither enclose nor change.
local house = {}

house.knobs = knobs {
    longest = { 3, min = 1, max = 10, doc = "How many stones in a row can be enclosed." },
}

local ways = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 }, { 0, -1 }, { -1, 0 }, { -1, -1 }, { -1, 1 } }

function house.stone_placed(ctx, effects)
    local board, stone = ctx.board, ctx.stone
    if stone == "clear" then
        return
    end
    local other = if stone == "white" then "black" else "white"
    for _, way in ways do
        local down, right = way[1], way[2]
        local row, col, enclosed = ctx.row + down, ctx.col + right, 0
        while board[row][col] == other do
            row, col, enclosed = row + down, col + right, enclosed + 1
        end
        if enclosed <= house.knobs.longest and board[row][col] == stone then
            for step = 1, enclosed do
                effects.recolour(stone, ctx.row + step * down, ctx.col + step * right)
            end
        end
    end
end

house.tests = {
    {
        name = "one black stone between two white ones",
        knobs = { pouch = false },
        actions = { "white to D4", "black to E4", "white to F4, 1 point for White" },
        expect = { scores = { 1, 0 } },
    },
    {
        name = "Black may enclose with a white stone, for White",
        knobs = { pouch = false },
        actions = { "white to D4", "black to D5", "black to D6", "white to D7, 2 points for White" },
        expect = { scores = { 2, 0 } },
    },
    {
        name = "a longer row than the knob permits",
        knobs = { pouch = false },
        rule_knobs = { longest = 1 },
        actions = { "white to D4", "black to D5", "black to D6", "white to D7" },
        expect = { scores = { 0, 0 } },
    },
    {
        name = "a clear stone encloses nothing",
        knobs = { pouch = false },
        actions = { "clear to D4", "black to E4", "white to F4" },
        expect = { scores = { 0, 0 } },
    },
}

return house
