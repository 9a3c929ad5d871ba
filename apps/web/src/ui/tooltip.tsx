import { cloneElement, type ReactElement } from 'react'

interface TooltipProps {
  label: string
  /** Keys as they stand on a keyboard. */
  keys?: string | undefined
  children: ReactElement<{ 'data-tip'?: string; 'data-tip-keys'?: string }>
}

/**
 * Names what the pointer or the keyboard stands on, after half a second. It repeats a name and never tells more than it. What
 * shows it is the one TooltipHost of the page: a long chat has thousands of buttons, and each costs an attribute.
 */
export function Tooltip({ label, keys, children }: TooltipProps) {
  return cloneElement(children, { 'data-tip': label, ...(keys ? { 'data-tip-keys': keys } : {}) })
}
