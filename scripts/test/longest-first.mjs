import { BaseSequencer } from 'vitest/node'

// Vitest knows how long files take only after the first run of a checkout.
const LONGEST =
  /\/(crawl\/(crawl|large-replies|worst-inputs)|documents\/bombs|backup\/backup|pglite\/directory|db\/migrate|faults\/(backup|cluster|datasources|disk|model-work|rereading|secrets))\.test\.ts$/

const isLong = ({ moduleId }) => LONGEST.test(moduleId)
/** They measure their process and mostly wait: at the same time they would leave a core idle. */
const isWaiting = (file) => file.project.name === 'memory' && !isLong(file)

/**
 * Begins the longest files first: one that begins last has a core for itself, and the other is idle. Those that wait are spread
 * over the others.
 */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    const waiting = sorted.filter(isWaiting)
    const others = sorted.filter((file) => !isLong(file) && !isWaiting(file))
    const distance = Math.ceil(others.length / (waiting.length + 1))
    const ordered = others.flatMap((file, at) =>
      at > 0 && at % distance === 0 ? [...waiting.splice(0, 1), file] : [file],
    )
    return [...sorted.filter(isLong), ...ordered, ...waiting]
  }
}
