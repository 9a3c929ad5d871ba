export { type LaneAnswer, type LaneState, useLane } from './lane-state.ts'
export { LaneFoot, LaneText } from './lanes.ts'
