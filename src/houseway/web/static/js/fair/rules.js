/**
 * How each game deals, and the reasons why a round can fail verification.
 *
 * Made by tools/round_rules.py from the games themselves; do not edit.
 */

/** @import { RoundRules } from "../types.js" */

/** @type {RoundRules} */
export const RULES = {
 "version": 1,
 "games": {
  "two-hand-holdem": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "2HH-6",
     "seat",
     4
    ],
    [
     "2HH-6",
     "board",
     3
    ],
    [
     "2HH-6",
     "dealer",
     3
    ]
   ],
   "later": [
    [
     "2HH-9a",
     "board",
     2,
     2
    ]
   ]
  },
  "double-draw-poker": {
   "deck": {
    "packs": 1,
    "jokers": 2
   },
   "opening": [
    [
     "DD-3",
     "seat",
     5
    ]
   ],
   "later": [
    [
     "DD-4b",
     "seat",
     1,
     3
    ],
    [
     "DD-5b",
     "seat",
     1,
     1
    ]
   ]
  },
  "five-card-holdout": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "FCH-3a",
     "seat",
     5
    ]
   ],
   "later": [
    [
     "FCH-4a",
     "burns",
     1,
     1
    ],
    [
     "FCH-4a",
     "board",
     2,
     2
    ],
    [
     "FCH-4b",
     "burns",
     1,
     1
    ],
    [
     "FCH-4b",
     "board",
     2,
     2
    ]
   ],
   "rotation": true,
   "button": true
  },
  "pick-2-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "P2-2",
     "seat",
     5
    ],
    [
     "P2-2",
     "dealer",
     5
    ]
   ],
   "later": []
  },
  "fast-action-holdem": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "FA-4",
     "community",
     5
    ],
    [
     "FA-5",
     "seat",
     4
    ],
    [
     "FA-5",
     "dealer",
     4
    ]
   ],
   "later": []
  },
  "fast-action-holdem-multi": {
   "deck": {
    "packs": 6,
    "jokers": 0,
    "reading": "FA-R8"
   },
   "opening": [
    [
     "FAM-3",
     "seat",
     4
    ],
    [
     "FAM-3",
     "dealer",
     4
    ]
   ],
   "later": [
    [
     "FAM-7",
     "community",
     5,
     5
    ]
   ],
   "rotation": true
  },
  "big-raise-stud-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "BRS-2",
     "seat",
     3
    ],
    [
     "BRS-2",
     "community",
     2
    ]
   ],
   "later": []
  },
  "caribbean-stud-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "CS-2",
     "seat",
     5
    ],
    [
     "CS-2",
     "dealer",
     1
    ],
    [
     "CS-2",
     "dealer",
     4
    ]
   ],
   "later": []
  },
  "casino-war": {
   "deck": {
    "packs": 6,
    "jokers": 0,
    "reading": "CW-R2"
   },
   "opening": [
    [
     "CW-3",
     "seat",
     1
    ],
    [
     "CW-3",
     "dealer",
     1
    ]
   ],
   "later": [
    [
     "CW-10",
     "burnt",
     3,
     3
    ],
    [
     "CW-10",
     "seat",
     1,
     1
    ],
    [
     "CW-10",
     "dealer",
     1,
     1
    ]
   ]
  },
  "crazy-4-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "C4P-2",
     "seat",
     5
    ],
    [
     "C4P-2",
     "dealer",
     5
    ]
   ],
   "later": []
  },
  "dj-wild-stud-poker": {
   "deck": {
    "packs": 1,
    "jokers": 1
   },
   "opening": [
    [
     "DJW-3",
     "seat",
     5
    ],
    [
     "DJW-3",
     "dealer",
     5
    ]
   ],
   "later": []
  },
  "dragon-bonus": {
   "deck": {
    "packs": 8,
    "jokers": 0,
    "reading": "DB-R4"
   },
   "opening": [
    [
     "DB-4",
     "players",
     2
    ],
    [
     "DB-4",
     "bankers",
     2
    ]
   ],
   "later": [
    [
     "DB-6",
     "players",
     1,
     1
    ],
    [
     "DB-7",
     "bankers",
     1,
     1
    ],
    [
     "DB-8",
     "bankers",
     1,
     1
    ]
   ],
   "rotation": true
  },
  "dragon-bonus-commission-free": {
   "deck": {
    "packs": 8,
    "jokers": 0,
    "reading": "DB-R4"
   },
   "opening": [
    [
     "DB-4",
     "players",
     2
    ],
    [
     "DB-4",
     "bankers",
     2
    ]
   ],
   "later": [
    [
     "DB-6",
     "players",
     1,
     1
    ],
    [
     "DB-7",
     "bankers",
     1,
     1
    ],
    [
     "DB-8",
     "bankers",
     1,
     1
    ]
   ],
   "rotation": true
  },
  "ez-baccarat": {
   "deck": {
    "packs": 8,
    "jokers": 0,
    "reading": "EZB-R2"
   },
   "opening": [
    [
     "EZB-4",
     "players",
     2
    ],
    [
     "EZB-4",
     "bankers",
     2
    ]
   ],
   "later": [
    [
     "EZB-6",
     "players",
     1,
     1
    ],
    [
     "EZB-7",
     "bankers",
     1,
     1
    ],
    [
     "EZB-8",
     "bankers",
     1,
     1
    ]
   ],
   "rotation": true
  },
  "ez-pai-gow": {
   "deck": {
    "packs": 1,
    "jokers": 1
   },
   "opening": [
    [
     "EZP-3",
     "seat",
     7
    ],
    [
     "EZP-3",
     "dealer",
     7
    ]
   ],
   "later": []
  },
  "face-up-pai-gow": {
   "deck": {
    "packs": 1,
    "jokers": 1
   },
   "opening": [
    [
     "FUP-3",
     "seat",
     7
    ],
    [
     "FUP-3",
     "dealer",
     7
    ]
   ],
   "later": []
  },
  "flush-rush": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "FR-3",
     "seat",
     4
    ]
   ],
   "later": [
    [
     "FR-5",
     "seat",
     2,
     2
    ],
    [
     "FR-7",
     "seat",
     1,
     1
    ]
   ]
  },
  "fortune-7-baccarat": {
   "deck": {
    "packs": 8,
    "jokers": 0,
    "reading": "F7-R1"
   },
   "opening": [
    [
     "F7-4",
     "players",
     2
    ],
    [
     "F7-4",
     "bankers",
     2
    ]
   ],
   "later": [
    [
     "F7-6",
     "players",
     1,
     1
    ],
    [
     "F7-7",
     "bankers",
     1,
     1
    ],
    [
     "F7-8",
     "bankers",
     1,
     1
    ]
   ],
   "rotation": true
  },
  "four-card-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "4CP-2",
     "seat",
     5
    ],
    [
     "4CP-2",
     "dealer",
     1
    ],
    [
     "4CP-2",
     "dealer",
     5
    ]
   ],
   "later": []
  },
  "high-five-poker": {
   "deck": {
    "packs": 1,
    "jokers": 1
   },
   "opening": [
    [
     "H5-3",
     "seat",
     7
    ],
    [
     "H5-3",
     "dealer",
     7
    ]
   ],
   "later": []
  },
  "i-luv-suits-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "ILS-2",
     "seat",
     7
    ],
    [
     "ILS-2",
     "dealer",
     7
    ]
   ],
   "later": []
  },
  "let-it-ride": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "LIR-2",
     "seat",
     3
    ],
    [
     "LIR-2",
     "community",
     1
    ],
    [
     "LIR-2",
     "community",
     1
    ]
   ],
   "later": []
  },
  "mississippi-stud": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "MS-2",
     "seat",
     2
    ],
    [
     "MS-2",
     "community",
     1
    ],
    [
     "MS-2",
     "community",
     1
    ],
    [
     "MS-2",
     "community",
     1
    ]
   ],
   "later": []
  },
  "pai-gow-poker": {
   "deck": {
    "packs": 1,
    "jokers": 1
   },
   "opening": [
    [
     "PGP-4",
     "seat",
     7
    ],
    [
     "PGP-4",
     "dealer",
     7
    ]
   ],
   "later": []
  },
  "six-card-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "6CP-2",
     "seat",
     6
    ],
    [
     "6CP-2",
     "dealer",
     3
    ],
    [
     "6CP-2",
     "dealer",
     3
    ]
   ],
   "later": []
  },
  "texas-holdem-bonus": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "THB-3",
     "seat",
     2
    ],
    [
     "THB-3",
     "dealer",
     2
    ],
    [
     "THB-3",
     "board",
     3
    ],
    [
     "THB-3",
     "board",
     1
    ],
    [
     "THB-3",
     "board",
     1
    ]
   ],
   "later": []
  },
  "three-card-baccarat": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "TCB-3",
     "players",
     3
    ],
    [
     "TCB-3",
     "dealer",
     3
    ]
   ],
   "later": []
  },
  "three-card-draw-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "TCD-3",
     "seat",
     3
    ],
    [
     "TCD-3",
     "dealer",
     4
    ]
   ],
   "later": [
    [
     "TCD-6",
     "seat",
     1,
     1
    ]
   ]
  },
  "three-card-poker": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "3CP-2",
     "seat",
     3
    ],
    [
     "3CP-2",
     "dealer",
     3
    ]
   ],
   "later": []
  },
  "three-card-poker-face-up": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "FUT-5",
     "seat",
     3
    ],
    [
     "FUT-5",
     "dealer",
     1
    ],
    [
     "FUT-5",
     "dealer",
     2
    ]
   ],
   "later": []
  },
  "triple-shot-rummy": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "TSR-3",
     "seat",
     3
    ],
    [
     "TSR-3",
     "dealer",
     3
    ]
   ],
   "later": []
  },
  "ultimate-texas-holdem": {
   "deck": {
    "packs": 1,
    "jokers": 0
   },
   "opening": [
    [
     "UTH-3",
     "seat",
     2
    ],
    [
     "UTH-3",
     "dealer",
     2
    ],
    [
     "UTH-3",
     "board",
     3
    ],
    [
     "UTH-3",
     "board",
     2
    ]
   ],
   "later": []
  }
 },
 "reasons": {
  "form": "The house sent a record that is not in the one form that the log allows.",
  "hash": "A record was changed: its hash does not fit its text.",
  "table": "The house sent a record of another table.",
  "order": "Records are missing or not in their order.",
  "head": "The log was rewritten: it is not the one that this browser saw during the round.",
  "round": "The records are not those of one whole round.",
  "in-clear": "This round says it was played by the first protocol. Under it the house could choose the deck.",
  "commitment": "The house's seed is not the one it committed to.",
  "commitment-shown": "The house exchanged its commitment after you bet.",
  "line-up": "The list of players and their hashes is missing, or it is not the one by which the round was played.",
  "line-up-shown": "The house exchanged the players or their hashes after you revealed your seed.",
  "line-up-late": "Bets were not closed yet when you revealed your seed.",
  "withheld": "More than one player is said to have withheld a seed. Then no round may be played.",
  "withheld-you": "The house says that you did not reveal your seed. This browser did send it, perhaps too late.",
  "outsider": "A seed was added for a seat that did not commit to one before the reveal.",
  "contribution": "A player's seed is not the one that was committed to.",
  "own-part": "Your seed, which this browser sent, was not used.",
  "game": "The house names a game that this program does not know.",
  "dealing": "Cards were dealt to other places, or in another order, than the rules of the game say.",
  "deck": "A card that was dealt is not the one that the shuffled deck gives.",
  "card": "A card was shown that had not been dealt there.",
  "card-shown": "Your screen showed a card that had not been dealt there.",
  "event-shown": "Your screen showed something else than the log of the round.",
  "bet-shown": "Your bet in the log is not the one on your screen.",
  "payout": "The results do not fit the bets, or chips were moved that were neither bet nor paid.",
  "result-shown": "Your screen showed another result than the log of the round."
 }
};
