// Option values in form fields. Only the changed ones are stored and sent (MODEL-6).
import type { OptionName, PromptOptionValues } from '@polylogue/contract'

/** An option as the server defines it. */
export interface OptionKind {
  name: OptionName
  kind: 'number' | 'integer' | 'text'
  min: number | null
  max: number | null
  step: number | null
  defaultValue: number | string | null
  description: string
}

/** Texts of the fields. */
export type Typed = Partial<Record<OptionName, string>>

/** Validation error of a field: no number, out of bounds, or between two steps (`near` is the nearest). */
export type Wrong =
  | { why: 'number' | 'integer' | 'tooMany' | 'tooLong' }
  | { why: 'bounds'; min: number; max: number }
  | { why: 'step'; step: number; near: number }

/** Maximum number and length of the texts of `stop` (contract). */
const STOPS = { count: 8, length: 200 }

/** Returns the names of the changed options. */
export const changedOptions = (options: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(options).filter((name) => options[name] !== null && options[name] !== undefined)

/** Returns the default of an option as field text. */
export const standardOf = ({ defaultValue }: OptionKind): string => String(defaultValue ?? '')

/** Returns the field texts for stored options. */
export function typedOf(kinds: readonly OptionKind[], options: Readonly<Record<string, unknown>>): Typed {
  return Object.fromEntries(
    kinds.map((kind) => {
      const stored = options[kind.name]
      if (Array.isArray(stored)) return [kind.name, stored.join('\n')]
      const known = typeof stored === 'number' || typeof stored === 'string'
      return [kind.name, known ? String(stored) : standardOf(kind)]
    }),
  )
}

/** Whether a field differs from its default. An empty field means the default. */
export function isChanged(kind: OptionKind, text: string): boolean {
  if (kind.kind === 'text') return stopsOf(text).length > 0
  return text.trim() !== '' && (wrongWith(kind, text) !== undefined || Number(text) !== kind.defaultValue)
}

/** Validates a field; undefined if it is valid or empty. */
export function wrongWith(kind: OptionKind, text: string): Wrong | undefined {
  if (kind.kind === 'text') return wrongWithStops(stopsOf(text))
  if (text.trim() === '') return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return { why: 'number' }
  if (kind.kind === 'integer' && !Number.isInteger(value)) return { why: 'integer' }
  const { min, max, step } = kind
  if (min !== null && max !== null && (value < min || value > max)) return { why: 'bounds', min, max }
  return step === null ? undefined : betweenSteps(value, min ?? 0, step)
}

function wrongWithStops(stops: readonly string[]): Wrong | undefined {
  if (stops.length > STOPS.count) return { why: 'tooMany' }
  return stops.some((stop) => stop.length > STOPS.length) ? { why: 'tooLong' } : undefined
}

function betweenSteps(value: number, from: number, step: number): Wrong | undefined {
  const steps = (value - from) / step
  if (Math.abs(steps - Math.round(steps)) < 1e-6) return undefined
  return { why: 'step', step, near: Number((from + Math.round(steps) * step).toFixed(6)) }
}

/** Parses the stop texts, one per line. */
const stopsOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** Returns the changed options for storing, without options that the server does not list any more. */
export function valuesOf(kinds: readonly OptionKind[], typed: Typed): PromptOptionValues {
  const changed = kinds.filter((kind) => isChanged(kind, typed[kind.name] ?? ''))
  return Object.fromEntries(
    changed.map(({ name, kind }) => {
      const text = typed[name] ?? ''
      return [name, kind === 'text' ? stopsOf(text) : Number(text)]
    }),
  )
}
