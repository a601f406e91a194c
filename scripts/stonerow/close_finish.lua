-- A close finish: when the match would be over and no more than five points separate the two best players, three more rounds are played, once.
local house = {}

house.knobs = knobs {
    distance = { 5, min = 0, max = 1000, doc = "The most points between the two best players for a finish to be close." },
    rounds = { 3, min = 1, max = 20, doc = "Rounds more to play after a close finish." },
}

house.memory = { went_on = { max = 1 } }

-- The points between the two best players.
local function lead(scores)
    local best, second = -math.huge, -math.huge
    for _, score in scores do
        if score > best then
            best, second = score, best
        elseif score > second then
            second = score
        end
    end
    return best - second
end

function house.match_ending(ctx, effects)
    -- At most a hundred rounds can be played. Team play has none.
    local rounds = math.min(house.knobs.rounds, 100 - ctx.rounds)
    if ctx.teams or ctx.went_on == 1 or rounds < 1 or lead(ctx.scores) > house.knobs.distance then
        return
    end
    effects.remember("went_on", 1)
    effects.add_rounds(rounds)
    effects.say("It is close: the match goes on")
end

return house
