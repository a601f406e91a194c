-- Opening hands are drafted: everybody keeps a card of the hand that was dealt and passes the others to the left, until all have been chosen.
local house = {}

-- More picks than a hand has cards: the draft ends when there is nothing left to choose.
local ALL = 20

function house.match_started(ctx, effects)
    effects.draft(ALL)
end

-- In team play the next hand has been dealt by now, unless the match is over.
function house.hand_ended(ctx, effects)
    if ctx.phase == "draw" then
        effects.draft(ALL)
    end
end

house.tests = {
    {
        name = "South is the first to choose and does not draw yet",
        expect = { to_act = "South", illegal = "draw from the Quarry" },
    },
}

return house
