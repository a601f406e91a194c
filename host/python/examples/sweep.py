"""How long should a line be? A knob of 3 Stones swept over a cluster: python sweep.py [tcp://scheduler:8786]"""

import sys

from distributed import Client

from stonehouse import cluster, frames


def main() -> None:
    """Prints a figure for each length of a line."""
    plans = {
        length: cluster.Plan("three-stones/standard", {"games": 2000, "seed": 1, "set": {"line_length": length}})
        for length in (3, 4, 5)
    }
    # Without an address: a worker for every processor of this machine.
    with Client(*sys.argv[1:]) as client:
        results = cluster.simulate_all(client, plans)
    table = frames.sweep(results, "line_length")
    scores = table[table["metric"] == "score"]
    print(scores[["line_length", "of", "value", "lower", "upper"]].to_string(index=False))


if __name__ == "__main__":
    main()
