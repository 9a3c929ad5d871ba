export { ShownContext, type ShownVersions } from './shown.ts'
export {
  createTurnSharing,
  lastShown,
  questionOf,
  shownVersion,
  type Turn,
  type TurnPlace,
  turnsOf,
  type Version,
} from './turns.ts'
export { useShown, useShownVersions } from './use-shown.ts'
