// The parts of a lane in a comparison; loaded with the first comparison.
import { lazyView } from '../../../lib/load-code.ts'

export const LaneText = lazyView(async () => (await import('./lane.tsx')).LaneText)
export const LaneFoot = lazyView(async () => (await import('./lane.tsx')).LaneFoot)
