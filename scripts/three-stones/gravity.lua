-- Stones fall: of each column only the lowest empty pocket may be played. A closed place does not stop a stone.
local house = {}

house.knobs = knobs {
    anywhere = { false, doc = "Whether a stone may fall into any column, wherever the last one lies." },
}

function house.may_play(ctx, allowed)
    return allowed and ctx.empty_below == 0
end

if house.knobs.anywhere then
    function house.also_play()
        return true
    end
end

house.tests = {
    {
        name = "the first stone falls to the ground",
        knobs = { pouch = false },
        expect = { legal = "white to F11", illegal = "white to F10" },
    },
    {
        name = "the next one lies on it",
        knobs = { pouch = false },
        actions = { "white to F11" },
        expect = { legal = "white to F10", illegal = "white to F9" },
    },
    {
        name = "the row of the last stone counts, too",
        knobs = { pouch = false },
        actions = { "white to F11" },
        expect = { legal = "white to E11", illegal = "white to D10" },
    },
    {
        name = "or any column",
        knobs = { pouch = false },
        rule_knobs = { anywhere = true },
        actions = { "white to F11" },
        expect = { legal = "white to D10", illegal = "white to D9" },
    },
}

return house
