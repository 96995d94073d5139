// Written by azulejos.server.typescript; do not edit.

/** Everything on the table. */
export interface AzulScene {
  type: "azul";
  phase: string;
  round: number;
  displays: string[][];
  centre: string[];
  bag: Record<string, number>;
  discard: Record<string, number>;
  printed: ((string | null)[])[];
  floor_costs: number[];
  line_at_hand: number | null;
  start_seat: number | null;
  boards: AzulBoard[];
}

/** One player's board. */
export interface AzulBoard {
  score: number;
  lines: Line[];
  wall: ((string | null)[])[];
  floor: string[];
  bonuses: Bonus[];
}

/** A pattern line. */
export interface Line {
  colour: string | null;
  tiles: number;
  spaces: number;
}

/** A bonus at the end of the game: how much of it is there, and how much it takes. */
export interface Bonus {
  name: string;
  number: number;
  have: number;
  need: number;
  points: number;
  now: number;
}

/** Everything on the table. */
export interface SintraScene {
  type: "sintra";
  phase: string;
  round: number;
  side: string;
  displays: string[][];
  centre: string[];
  bag: Record<string, number>;
  discard: Record<string, number>;
  round_tiles: (string | null)[];
  losses: number[];
  start_seat: number | null;
  marker_seat: number | null;
  boards: Palace[];
}

/** One player's board. */
export interface Palace {
  score: number;
  windows: Window[];
  glazier: number;
  broken: number;
  wraps: number;
  bonuses: Bonus[];
}

/** A window of the palace, and the strip above it. */
export interface Window {
  points: number;
  cells: (string | null)[];
  strip: Strip | null;
}

/** A strip of glass, from its top space down. */
export interface Strip {
  spaces: string[];
  tiles: (string | null)[];
}

/** Everything on the table. */
export interface PavilionScene {
  type: "pavilion";
  phase: string;
  round: number;
  side: string;
  joker: string | null;
  displays: string[][];
  centre: string[];
  supply: string[];
  supply_spaces: number;
  bag: Record<string, number>;
  discard: Record<string, number>;
  stars: Star[];
  ornaments: Ornament[];
  corner_spaces: number;
  bonus_tiles: number;
  start_seat: number | null;
  marker_seat: number | null;
  boards: PavilionBoard[];
}

/** What is printed on a star, the same on every board: its spaces are numbered from 1. */
export interface Star {
  name: string;
  colour: string | null;
  slot: number;
  costs: number[];
}

/** What lies between the stars, and the spaces around it. */
export interface Ornament {
  kind: string;
  tiles: number;
  spaces: string[];
}

/** One player's board and the tiles beside it. */
export interface PavilionBoard {
  score: number;
  stars: ((string | null)[])[];
  ornaments: number[];
  tiles: string[];
  corners: string[];
  has_passed: boolean;
  bonuses: Bonus[];
}

/** Everything on the table. */
export interface DuelScene {
  type: "duel";
  phase: string;
  round: number;
  small: SmallFactory[];
  large: LargeFactory;
  bag: Record<string, number>;
  discard: Record<string, number>;
  unseen_chips: string[][];
  plates: Plate[];
  stack: PlateStack;
  hand: DrawnPlate[];
  plate_at_hand: Plate | null;
  factory_at_hand: number | null;
  line_at_hand: number | null;
  paid: number;
  broken_costs: number[];
  first_cost: number;
  actor: number | null;
  start_seat: number | null;
  boards: Dome[];
}

/** A small factory. */
export interface SmallFactory {
  sun: string[];
  moon: string[];
  chip: string[] | null;
}

/** The large factory. */
export interface LargeFactory {
  sun: string[];
  moon: string[];
  has_first: boolean;
}

/** The front of a plate: top left, top right, bottom left, bottom right. */
export interface Plate {
  number: number;
  spaces: string[];
}

/** The stack of plates. */
export interface PlateStack {
  height: number;
  top: string | null;
  put_back: PutBack[];
}

/** What this seat knows of plates that were put under the stack together. */
export interface PutBack {
  seat: number;
  first: number;
  last: number;
  specials: number;
  plates: Plate[];
}

/** A plate drawn from the stack: its front only where this seat knows it. */
export interface DrawnPlate {
  plate: Plate | null;
  back: string | null;
}

/** One player's board. */
export interface Dome {
  score: number;
  slots: (LaidPlate | null)[];
  tiles: ((string | null)[])[];
  lines: Line[];
  broken: string[];
  has_first: boolean;
  chips: string[][];
  used_chips: string[][];
  tokens: number;
  chips_to_take: number;
  bonuses: Bonus[];
}

/** A plate on a slot of the dome. */
export interface LaidPlate {
  number: number;
  turn: string;
  spaces: string[];
}

/** How the table stands for this seat, and what happened since the version that it had. */
export interface Update {
  type: "update";
  table: string;
  version: number;
  seat: number | null;
  game: string;
  options: Record<string, number | string | boolean>;
  pace: "live" | "turns";
  seats: SeatInfo[];
  to_move: number | null;
  scene: AzulScene | SintraScene | PavilionScene | DuelScene;
  choices: Choice[];
  since: EventInfo[];
  plies: number;
  may_undo: boolean;
  result: Result | null;
  requests: Request[];
  next_table: string | null;
  spectators: number;
  tally: Tally[];
  shared: number[];
  has_secrets: boolean;
  is_cut: boolean;
  day: string | null;
}

/** Who sits at a seat. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  level: string | null;
  bot: string | null;
  instead: string | null;
  is_here: boolean;
  clock: number | null;
  has_resigned: boolean;
}

/** A legal move: what to click, in order, and what the mover's score would be. */
export interface Choice {
  move: string;
  steps: string[];
  score: number;
}

/** One event of the game, as this seat may know it: a move, or an answer of chance. */
export interface EventInfo {
  ply: number;
  seat: number | null;
  text: string;
  told: Message[];
  counted: ScoringStep[];
  scene: AzulScene | SintraScene | PavilionScene | DuelScene | null;
}

/** A sentence or a part of one: a message of the catalogues, and what it speaks of. The value called `seat` is the number of a seat. A text that is the name of a message, like `colour.blue`, stands for its words. `str` gives the English words. */
export interface Message {
  message: string;
  values: Record<string, number | string | (string | Message)[]>;
}

/** A moment of a scoring: the table with one more part of it counted, or before the first. */
export interface ScoringStep {
  part: Part | null;
  scene: AzulScene | SintraScene | PavilionScene | DuelScene | null;
}

/** A part of a scoring: points that one thing brought a seat, or cost it. */
export interface Part {
  seat: number;
  name: string;
  points: number;
  total: number;
  said: Message;
  places: string[];
}

/** How the game ended. */
export interface Result {
  scores: number[];
  places: number[];
  reason: string;
}

/** What somebody asks of the others at the table, until all have agreed. */
export interface Request {
  kind: "rematch" | "takeback";
  by: number;
  agreed: number[];
}

/** What things of a kind brought every seat, or cost it. */
export interface Tally {
  name: string;
  points: number[];
}

/** What was asked with an id is done and will not be lost. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** What was asked with an id was not done. An `Update` follows where the sender is behind. */
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  reason: string;
  version: number;
}

/** Somebody says something. */
export interface Chat {
  type: "chat";
  number: number;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

/** The best moves that a bot found. */
export interface Hints {
  type: "hints";
  id: string;
  version: number;
  hints: Hint[];
}

/** A good move, how many points it leaves the mover ahead, and how play may go on. */
export interface Hint {
  move: string;
  steps: string[];
  points: number;
  line: string[];
  told: Message[];
  is_decided: boolean;
  is_won: boolean;
}

/** What happened before an event that was asked about; the first event of all has ply 0. */
export interface Events {
  type: "events";
  id: string;
  events: EventInfo[];
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

/** Make a move. */
export interface Move {
  type: "move";
  id: string;
  version: number;
  move: string;
}

/** Take back one's own last move, which nothing has answered yet. */
export interface Undo {
  type: "undo";
  id: string;
  version: number;
}

/** Ask the others for a takeback or a rematch, or agree to it. */
export interface Ask {
  type: "ask";
  id: string;
  version: number;
  kind: "rematch" | "takeback";
}

/** Decline what was asked. */
export interface Decline {
  type: "decline";
  id: string;
  version: number;
  kind: "rematch" | "takeback";
}

/** Give up; a bot plays on where others still play. */
export interface Resign {
  type: "resign";
  id: string;
  version: number;
}

/** Let a bot play for a seat that was left, or, with no level, for its person again. */
export interface StandIn {
  type: "stand_in";
  id: string;
  version: number;
  seat: number;
  level: string | null;
}

/** Say something to everybody at the table. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Ask for the best moves; answered where no other person plays, and after the game. */
export interface AskHints {
  type: "ask_hints";
  id: string;
  version: number;
}

/** Ask what happened before an event: of many, the last ones. */
export interface AskEvents {
  type: "ask_events";
  id: string;
  before: number;
}

/** Ask whether the connection is alive. */
export interface Ping {
  type: "ping";
}

/** The first line of a review: how many moves had a choice, each of which is judged. */
export interface ReviewBegun {
  type: "begun";
  moves: number;
}

/** What a move of a finished game was worth to its seat, and what would have been best. */
export interface MoveReview {
  type: "move";
  ply: number;
  seat: number;
  points: number;
  cost: number;
  is_mistake: boolean;
  throws_away_victory: boolean;
  best: Hint;
  kind: "greedy" | "missed" | "outlook" | "victory" | null;
}

/** The last line of a review: the plies of the worst moves, the worst first, and the seats. */
export interface ReviewEnd {
  type: "end";
  worst: number[];
  seats: SeatReview[];
  luck: number[] | null;
}

/** How a seat played. */
export interface SeatReview {
  moves: number;
  right: number;
  mistakes: number;
  lost: number;
}

/** The last line of a review that could not go on; asked again it goes on from there. */
export interface ReviewFailed {
  type: "failed";
  code: string;
  reason: string;
}

/** Why a request was not answered. */
export interface Problem {
  code: string;
  reason: string;
  said: Message | null;
}

/** What a browser shows. It tells that somebody is to move, and nothing of the position. */
export interface Notification {
  title: string;
  body: string;
  table: string;
  language: string;
}

/** A game that can be played. */
export interface GameInfo {
  name: string;
  title: string;
  players: number[];
  options: OptionInfo[];
  colours: Colour[];
  levels: string[];
  bots: BotInfo[];
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  meaning: string;
  values: (number | string)[];
  default: number | string;
}

/** A colour of tiles: its name, its letter in the notation, its symbol on the screen. */
export interface Colour {
  name: string;
  letter: string;
  symbol: string;
}

/** A bot from outside that can be chosen by its name, with what its author declares. */
export interface BotInfo {
  name: string;
  help: string;
  parameters: ParameterInfo[];
}

/** What can be set of a bot, as it is declared. */
export interface ParameterInfo {
  name: string;
  type: string;
  help: string;
  default: string | null;
  low: number | null;
  high: number | null;
  choices: string[];
}

/** The rules of a game at a glance, and what the positions in them look like. */
export interface Guide {
  text: string;
  scenes: Record<string, AzulScene | SintraScene | PavilionScene | DuelScene>;
}

/** Where others can open the page. */
export interface ReachInfo {
  origins: string[];
  may_open: boolean;
}

/** Who the caller is; somebody unknown has no name. */
export interface Me {
  is_known: boolean;
  name: string;
}

/** Whoever opens this address is the same guest from then on: it is a secret. */
export interface Link {
  link: string;
}

/** The links that I gave out, and how many devices are me beside this one. */
export interface Devices {
  links: LinkInfo[];
  others: number;
}

/** A link that was given out: by its name it can be revoked, but not opened. */
export interface LinkInfo {
  name: string;
  made: number;
  devices: number;
}

/** Who the caller would become by opening a personal link, and who they would stop being. */
export interface LinkOwner {
  name: string;
  is_me: boolean;
  mine: string | null;
}

/** The server's public key for web push; without one it sends none. */
export interface PushInfo {
  key: string | null;
  is_subscribed: boolean;
}

/** How one plays a game with `players` players. */
export interface SkillInGame {
  game: string;
  players: number;
  games: number;
  unusual: number;
  rating: Rating | null;
  fewest: number;
  levels: LevelLoss[];
  history: ReviewedGame[];
  phases: Record<string, Share>;
  kinds: Record<string, Share>;
}

/** The level somebody plays like, with its 95 % interval. Where the interval reaches an end of the scale it is open there: whoever plays better than the highest level, or worse than the lowest, is not measured any further. */
export interface Rating {
  games: number;
  lost: number;
  elo: number;
  low: number;
  high: number;
  level: string;
  lowest: string;
  highest: string;
  is_open_below: boolean;
  is_open_above: boolean;
}

/** What the moves of a level lose on average, no move more than `judging.CAP`. */
export interface LevelLoss {
  level: string;
  elo: number;
  games: number;
  lost: number;
  spread: number;
}

/** A game of one's own that was reviewed. */
export interface ReviewedGame {
  table: string;
  seat: number;
  at: number;
  moves: number;
  lost: number;
  luck: number | null;
  elo: number | null;
}

/** Some of the moves: how many, and what they lost, no move more than `CAP`. */
export interface Share {
  moves: number;
  lost: number;
}

/** Some of a list of tables. */
export interface TablePage {
  tables: TableInfo[];
  next: string | null;
}

/** A table in a list. */
export interface TableInfo {
  table: string;
  game: string;
  options: Record<string, number | string>;
  pace: "live" | "turns";
  clock: TimeControl | null;
  is_public: boolean;
  state: "open" | "over" | "playing";
  seats: SeatInfo[];
  seat: number | null;
  to_move: number | null;
  result: Result | null;
  updated: number;
  is_outdated: boolean;
}

/** How much time a seat has, in seconds. With `initial`, for the whole game, and `increment` more for each turn; with `per_turn`, for each turn separately. A turn is all moves of a seat in a row. */
export interface TimeControl {
  initial: number | null;
  increment: number;
  per_turn: number | null;
}

/** Games of one kind against opponents of one kind. */
export interface Statistics {
  game: string;
  against: string;
  played: number;
  won: number;
  points: number;
  best: number;
}

/** How somebody gets on with the puzzles of a game. Streaks are of first answers, days those of the puzzle of the day. */
export interface PuzzleProgress {
  game: string;
  rating: GlickoRating;
  at: number;
  tried: number;
  solved: number;
  streak: number;
  best_streak: number;
  day: string;
  days: number;
  best_days: number;
  recent: Answered[];
}

/** How well somebody plays: within two deviations of the rating, 19 times out of 20. */
export interface GlickoRating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** The first answer to a puzzle. */
export interface Answered {
  puzzle: string;
  at: number;
  cost: number;
  is_right: boolean;
  rating: number;
}

/** A mistake of one's own that is a puzzle. */
export interface MistakeInfo {
  puzzle: string;
  game: string;
  table: string;
  ply: number;
  at: number;
  cost: number;
  kind: "greedy" | "missed" | "outlook" | "victory";
  is_solved: boolean;
}

/** A new table and the address of its page, which is the invitation to it. */
export interface TableMade {
  table: string;
  link: string;
}

/** The version of the table at which it was done. */
export interface Seated {
  version: number;
}

/** A game that is over, event by event, with a picture of the table after each. */
export interface Replay {
  table: string;
  game: string;
  options: Record<string, number | string>;
  seats: SeatInfo[];
  first: AzulScene | SintraScene | PavilionScene | DuelScene;
  events: EventInfo[];
  result: Result | null;
}

/** A position to try things out in. Its text, sent back with a move, leads on. */
export interface Trial {
  game: string;
  options: Record<string, number | string>;
  position: string;
  scene: AzulScene | SintraScene | PavilionScene | DuelScene;
  to_move: number | null;
  choices: Choice[];
  since: EventInfo[];
  result: Result | null;
}

/** A position that is being edited. Its text, sent back with edits, leads on. */
export interface DraftInfo {
  game: string;
  options: Record<string, number | string>;
  position: string;
  scene: AzulScene | SintraScene | PavilionScene | DuelScene;
  places: PlaceInfo[];
  tiles: Record<string, string>;
  dealt: Record<string, string>;
  faults: Message[];
}

/** Something that can be edited, and what lies there. */
export interface PlaceInfo {
  name: string;
  label: string;
  said: number[];
  seat: number | null;
  kind: "choice" | "line" | "number" | "pieces" | "row" | "tile" | "tiles" | "words";
  pieces: string[];
  most: number;
  is_dealt: boolean;
  low: number;
  high: number;
  value: string;
}

/** What a text holds: a position, an impossible one, or a game; or why it cannot be read. */
export interface Opened {
  trial: Trial | null;
  draft: DraftInfo | null;
  replay: Replay | null;
  problem: TextProblem | null;
}

/** What is wrong with a text, and where, both counted from 1. */
export interface TextProblem {
  reason: string;
  said: Message;
  line: number | null;
  column: number | null;
}

/** The best moves in a position, and which seat's they are. */
export interface Analysis {
  to_move: number;
  hints: Hint[];
  searched: Searched | null;
  is_last: boolean;
}

/** How far a position was thought through. */
export interface Searched {
  depth: number;
  depth_unit: string;
  nodes: number;
  is_complete: boolean;
}

/** The games of a file, in its order. */
export interface FoundGames {
  games: FoundGame[];
}

/** A game of a file: the table that could be made of it, and how far it is. */
export interface FoundGame {
  table: NewTable;
  names: string[];
  is_over: boolean;
}

/** A table that somebody asks for. Options left out have their default values. A game that was begun elsewhere goes on if its record is given, which also has the options. */
export interface NewTable {
  game: string;
  options: Record<string, number | string>;
  seats: NewSeat[];
  pace: "live" | "turns";
  clock: TimeControl | null;
  is_public: boolean;
  record: string | null;
}

/** Who is to sit at a seat: anybody, the caller, somebody beside the caller, or a bot. */
export interface NewSeat {
  kind: "beside" | "bot" | "me" | "open";
  level: string | null;
  bot: string | null;
  name: string | null;
}

/** What puzzles there are of a game. */
export interface PuzzleSet {
  game: string;
  number: number;
  themes: string[];
  levels: string[];
}

/** The puzzle of a day, and how far one has come with it. */
export interface DailyPuzzle {
  game: string;
  puzzle: string;
  stage: "missed" | "new" | "solved";
}

/** A puzzle to solve: which move is best for whoever is to move? */
export interface PuzzleInfo {
  puzzle: string;
  game: string;
  position: string;
  stage: "missed" | "new" | "solved";
  level: string | null;
  rating: number | null;
  table: string | null;
  ply: number | null;
}

/** What a move is worth against the best one, and what the best one leads to. */
export interface Graded {
  grade: string;
  is_right: boolean;
  throws_away_victory: boolean;
  cost: number;
  best: string[];
  lead: number;
  ahead: number | null;
  made: EventInfo[];
  line: EventInfo[];
  themes: string[];
  gained: number | null;
  progress: PuzzleProgress | null;
}

/** The game of a day, and how far one has come with it. */
export interface DailyGameInfo {
  game: string;
  day: string;
  options: Record<string, number | string>;
  level: string;
  stage: "done" | "given-up" | "new" | "playing";
  table: string | null;
  progress: DailyProgress;
}

/** What somebody has made of a game's days; those in a row were played on their days. */
export interface DailyProgress {
  results: DailyResult[];
  day: string;
  days: number;
  best_days: number;
}

/** How a game of the day ended. */
export interface DailyResult {
  day: string;
  points: number;
  theirs: number;
}

/** One's own game of a day and that of a link. */
export interface DailyComparison {
  game: string;
  day: string;
  table: string;
  own: DailyEnd;
  other: DailyEnd;
  rounds: RoundMoves[];
  ply: number | null;
  moves: ComparedMove[];
  replay: Replay;
  record: string;
}

/** How a game of the day ended for whoever played it. */
export interface DailyEnd {
  points: number;
  theirs: number;
  squares: string;
}

/** The moves that were made in a round, in words: one's own, and those of the link. */
export interface RoundMoves {
  own: Message[];
  other: Message[];
}

/** A move, and what it cost. */
export interface ComparedMove {
  told: Message[];
  cost: number;
}

/** What one shows others of a game of the day, which one has finished. */
export interface DailyShare {
  end: DailyEnd;
  link: string;
}

/** What a level makes of the game of a day: how far ahead it ends, in several games. */
export interface LevelPar {
  level: string;
  leads: number[];
}

/** A result that somebody shows to all who have finished the same game here. */
export interface ListedResult {
  name: string;
  points: number;
  theirs: number;
  is_me: boolean;
}

/** The name that the caller wants. */
export interface NewName {
  name: string;
}

/** A `PushSubscription` of the browser, and the language to write in. */
export interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: string | null;
}

/** A position: by its text, or after so many events of a table that is done or of a record. */
export interface AskedPosition {
  position?: string | null;
  table?: string | null;
  record?: string | null;
  ply?: number | null;
  move?: string | null;
}

/** A position in which a bot of a level is to move. */
export interface BotTurn {
  position: string;
  level: string;
}

/** A position, or a fresh table of a game, and what is to lie there instead, by place. */
export interface AskedEdit {
  position?: string | null;
  game?: string | null;
  edits?: Record<string, string>;
}

/** A text that somebody has: a position or a record. */
export interface SentText {
  text: string;
}

/** A position to think about; after one effort the next may be asked for. */
export interface AskedAnalysis {
  position?: string | null;
  table?: string | null;
  record?: string | null;
  ply?: number | null;
  move?: string | null;
  effort?: number;
}

/** What is in a file. */
export interface FileText {
  text: string;
}

/** The move that somebody thinks is best, and which day it is for them. */
export interface PuzzleAnswer {
  move: string;
  day?: string | null;
}

/** A link that somebody shared. */
export interface AskedComparison {
  link: string;
}

/** The day whose game is to be played, as it is for whoever asks. */
export interface AskedDay {
  day: string;
}

export type Scene = AzulScene | SintraScene | PavilionScene | DuelScene;

export type ServerMessage = Update | Done | Refused | Chat | Hints | Events | Pong;

export type ClientMessage = Move | Undo | Ask | Decline | Resign | StandIn | Say | AskHints | AskEvents | Ping;

export type ReviewLine = ReviewBegun | MoveReview | ReviewEnd | ReviewFailed;
