export { createTurnSharing, questionOf, type Turn, type TurnPlace, turnsOf, type Version } from './turns.ts'
export { useShown, useShownVersion } from './use-shown.ts'
