import { BaseSequencer } from 'vitest/node'

// Vitest knows how long files take only after the first run of a checkout.
const LONGEST =
  /\/(crawl\/(crawl|large-replies|worst-inputs)|documents\/bombs|backup\/backup|pglite\/directory|db\/migrate|faults\/(backup|cluster|datasources|disk|model-work|rereading|secrets))\.test\.ts$/

const isLong = ({ moduleId }) => LONGEST.test(moduleId)
/** They measure their process and mostly wait: at the same time they would leave a core idle. */
const isWaiting = ({ project }) => project.name === 'memory'
const isComponent = ({ project }) => project.name === 'components'

/**
 * Begins the longest files first: one that begins last has a core for itself, and the other is idle. Those that wait are spread
 * over the others. Component tests wait for the page now and then: they come last, when all workers run some.
 */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const [longest, shorter] = divided(await super.sort(files), isLong)
    const [waiting, steady] = divided(shorter, isWaiting)
    const [components, others] = divided(steady, isComponent)
    const distance = Math.ceil(steady.length / (waiting.length + 1))
    const ordered = [...others, ...components].flatMap((file, at) =>
      at > 0 && at % distance === 0 ? [...waiting.splice(0, 1), file] : [file],
    )
    return [...longest, ...ordered, ...waiting]
  }
}

/** Returns those that fit and the rest. */
const divided = (files, fits) => [files.filter(fits), files.filter((file) => !fits(file))]
