import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'

export interface Limited {
  value?: unknown
  maxLength?: number | undefined
  /** Called when the field is left; after the press, if a press left it. */
  onBlur?: (() => void) | undefined
}

/** Part of the limit from which a field counts its characters. */
const NEARLY_FULL = 0.8
/** Shorter fields show their end. */
const SHORTEST = 40

/** Returns a hint about the limits of a field while it concerns the person: left empty, or nearly full. */
export function useLimitHint(
  { value, maxLength, onBlur }: Limited,
  needed: boolean,
): { hint: string | undefined; onBlur: () => void } {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const [left, setLeft] = useState(false)
  const text = typeof value === 'string' ? value : ''
  const max = maxLength === undefined ? '' : format.number(maxLength)
  const hints = {
    full: () => t('characters', { length: format.number(text.length), max }),
    empty: () => t('required', { max }),
    fine: () => undefined,
  }
  return {
    hint: hints[stateOf(text, maxLength, needed && left)](),
    onBlur: () =>
      afterPress(() => {
        setLeft(true)
        onBlur?.()
      }),
  }
}

/** A hint or an error moves what is below: shown during a press, it would take the press from its button. */
function afterPress(act: () => void): void {
  if (document.querySelector(':active'))
    document.addEventListener('mouseup', () => setTimeout(act), { once: true })
  else act()
}

/** Returns whether a field is nearly full, or was left empty although something `needed` must be typed. */
export function stateOf(text: string, max: number | undefined, needed: boolean): 'full' | 'empty' | 'fine' {
  if (max === undefined) return 'fine'
  if (max >= SHORTEST && text.length >= max * NEARLY_FULL) return 'full'
  return needed && text.trim() === '' ? 'empty' : 'fine'
}
