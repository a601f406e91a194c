-- The first turn is auctioned. One after the other everybody bids points, more than the highest bid so far, or nothing. The highest bid is
-- paid, and its bidder begins. Without a bid the turn is where it was.
local house = {}

house.memory = {
    -- How many have yet to bid, and who is next.
    bids_left = { max = 4 },
    bidder = { max = 3 },
    -- The highest bid so far, and whose it is: -1 is nobody.
    highest = { max = 30, label = "Highest bid" },
    buyer = { min = -1, max = 3, start = -1 },
}

function house.match_started(ctx, effects)
    effects.remember("bids_left", ctx.players)
    effects.remember("bidder", ctx.first)
end

local bid = {
    label = "Bid",
    tip = "The highest bid is paid in points and buys the first turn.",
    -- The game waits until everybody has bid.
    first = true,
    targets = { 0, 2, 5, 10, 15, 20, 30 },
}

function bid.when(ctx)
    local my_turn = ctx.bids_left > 0 and ctx.seat == ctx.bidder
    return my_turn and (ctx.target == 0 or ctx.target > ctx.highest)
end

function bid.play(ctx, effects)
    local highest, buyer = ctx.highest, ctx.buyer
    if ctx.target > 0 then
        highest, buyer = ctx.target, ctx.seat
    end
    effects.remember("highest", highest)
    effects.remember("buyer", buyer)
    effects.remember("bids_left", ctx.bids_left - 1)
    effects.remember("bidder", (ctx.bidder + 1) % ctx.players)
    if ctx.bids_left == 1 and buyer >= 0 then
        effects.points(buyer, -highest)
        effects.begin(buyer)
    end
end

house.actions = { bid = bid }

house.tests = {
    {
        name = "East pays ten points and begins",
        actions = { "Bid: 2", "Bid: 0", "Bid: 5", "Bid: 10" },
        expect = { scores = { 0, 0, 0, -10 }, to_act = "East" },
    },
    {
        name = "a bid must be higher than the last one",
        actions = { "Bid: 5" },
        expect = { to_act = "West", illegal = "Bid: 5", legal = "Bid: 10" },
    },
    { name = "nobody bids", actions = { "Bid: 0", "Bid: 0", "Bid: 0", "Bid: 0" }, expect = { scores = { 0, 0, 0, 0 }, to_act = "South" } },
}

return house
