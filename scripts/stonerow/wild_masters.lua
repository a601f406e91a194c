-- Guild Masters are wild: in a new StoneRow one of them may stand for another card. In a run it stands for a card in the middle or for the
-- highest one, and for the lowest one only where no rank follows; never for a card that you hold. In a set it is another card of the rank.
local house = {}

-- Ranks are counted from 1, and characters follow the nine numbers: Apprentice, Surveyor, Architect, Guild Master.
local GUILD_MASTER = 13

function house.wild_rank(ctx, rank)
    return GUILD_MASTER
end

house.tests = {
    { name = "Guild Masters are the wild rank", hook = "wild_rank", value = 0, gives = 13 },
}

return house
