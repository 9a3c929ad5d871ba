// The tour as /static/data/app-tour-scenarios/{lang}.json tells it (chat specification, section 4).
import { asList, asText, isRecord } from '../../lib/static-file.ts'

export interface Step {
  /** The page it is about; empty stays where one is. {project} is one's last used project. */
  uri: string
  /** A CSS selector of what it points at; of several the first that is visible. Empty points at nothing. */
  node: string
  title: string
  text: string
  /** Between the node and the card, in pixels. */
  offset: number
  /** Whether an arrow shows from the card to the node. */
  pointer: boolean
}

export interface Scenario {
  enabled: boolean
  ui: { width: number; buttons: { previous: string; cancel: string; next: string; finish: string } }
  steps: readonly Step[]
}

const OFF: Scenario = {
  enabled: false,
  ui: { width: 0, buttons: { previous: '', cancel: '', next: '', finish: '' } },
  steps: [],
}

/** Reads a scenario. One without steps is off; a step without words is left out. */
export function readScenario(value: unknown): Scenario {
  if (!isRecord(value)) return OFF
  const ui = isRecord(value['ui']) ? value['ui'] : {}
  const buttons = isRecord(ui['buttons']) ? ui['buttons'] : {}
  const steps = asList(value['steps'])
    .map(readStep)
    .filter(({ title, text }) => title && text)
  return {
    enabled: value['enabled'] === true && steps.length > 0,
    ui: {
      width: within(ui['width'], 240, 640, 360),
      buttons: {
        previous: asText(buttons['previous']),
        cancel: asText(buttons['cancel']),
        next: asText(buttons['next']),
        finish: asText(buttons['finish']),
      },
    },
    steps,
  }
}

/** The step that a move leads to: never before the first, never after the last. */
export const moved = (index: number, by: 1 | -1, count: number): number =>
  Math.min(Math.max(index + by, 0), Math.max(count - 1, 0))

/** The address of a step; undefined where it needs a project and there is none. Only pages of this product. */
export function addressOf(step: Step, projectId: number | undefined): string | undefined {
  if (!/^\/(?!\/)/.test(step.uri)) return undefined
  if (!step.uri.includes('{project}')) return step.uri
  return projectId === undefined ? undefined : step.uri.replace('{project}', String(projectId))
}

const readStep = (value: Record<string, unknown>): Step => ({
  uri: asText(value['uri']),
  node: asText(value['node']),
  title: asText(value['title']),
  text: asText(value['text']),
  offset: within(value['offset'], 0, 200, 12),
  pointer: value['pointer'] !== false,
})

const within = (value: unknown, min: number, max: number, standard: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, min), max) : standard
