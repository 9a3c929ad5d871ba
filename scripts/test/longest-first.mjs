import { BaseSequencer } from 'vitest/node'

// Vitest knows how long files take only after the first run of a checkout.
const LONGEST =
  /\/(crawl\/(crawl|large-replies|worst-inputs)|documents\/bombs|backup\/backup|pglite\/directory|db\/migrate|faults\/(backup|datasources|disk|rereading|rolling|secrets))\.test\.ts$/

/** Begins the longest files first: one that begins last has a core for itself, and the other is idle. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }) => LONGEST.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
