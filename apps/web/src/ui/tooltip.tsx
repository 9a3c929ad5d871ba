import { cloneElement, type ReactElement } from 'react'

interface TooltipProps {
  label: string
  /** The shortcut's label. */
  keys?: string | undefined
  children: ReactElement<{ 'data-tip'?: string; 'data-tip-keys'?: string }>
}

/**
 * Shows a name after half a second of hover or focus. Never adds information beyond the name. The page's single TooltipHost
 * renders it: a long chat has thousands of buttons, each with only an attribute.
 */
export function Tooltip({ label, keys, children }: TooltipProps) {
  return cloneElement(children, { 'data-tip': label, ...(keys ? { 'data-tip-keys': keys } : {}) })
}
