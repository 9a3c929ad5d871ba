// The tour from /static/data/app-tour-scenarios/{lang}.json (SETTING-4).
import { asList, asText, isRecord } from '#lib/json.ts'

export interface Shift {
  top: number
  left: number
}

export interface Step {
  /** Path of the page; empty stays on the current page. {project} is the user's last used project. */
  uri: string
  /** CSS selector of the target; the first visible match is used. Empty for no target. */
  node: string
  title: string
  text: string
  /** Distance between target and card, in pixels. */
  offset: number
  /** Moves the card from there, in pixels: the offset that the scenario writes as `{ top, left }`. */
  shift: Shift
  /** Whether an arrow points from the card to the target. */
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

/** Parses a scenario. Without steps the tour is disabled; a step without text is skipped. */
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

/** Returns the step after a move, clamped to the first and last step. */
export const moved = (index: number, by: 1 | -1, count: number): number =>
  Math.min(Math.max(index + by, 0), Math.max(count - 1, 0))

/** Returns the path of a step; undefined when it needs a project and there is none. Accepts only pages of this app. */
export function addressOf(step: Step, projectId: number | undefined): string | undefined {
  if (!/^\/(?!\/)/.test(step.uri)) return undefined
  if (!step.uri.includes('{project}')) return step.uri
  return projectId === undefined ? undefined : step.uri.replace('{project}', String(projectId))
}

const readStep = (value: Record<string, unknown>): Step => {
  const shift = isRecord(value['offset']) ? value['offset'] : {}
  return {
    uri: asText(value['uri']),
    node: asText(value['node']),
    title: asText(value['title']),
    text: asText(value['text']),
    offset: within(value['offset'], 0, 200, 12),
    shift: { top: within(shift['top'], -500, 500, 0), left: within(shift['left'], -500, 500, 0) },
    pointer: value['pointer'] !== false,
  }
}

const within = (value: unknown, min: number, max: number, standard: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, min), max) : standard
