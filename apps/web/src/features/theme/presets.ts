// The 24 preset colours of the theme builder (PAGE-4). Their names are translations of this
// namespace.

export const PRESETS = [
  { name: 'brand', pick: '#a855f7' },
  { name: 'red', pick: '#ef4444' },
  { name: 'orange', pick: '#f97316' },
  { name: 'amber', pick: '#f59e0b' },
  { name: 'yellow', pick: '#eab308' },
  { name: 'lime', pick: '#84cc16' },
  { name: 'green', pick: '#22c55e' },
  { name: 'emerald', pick: '#10b981' },
  { name: 'teal', pick: '#14b8a6' },
  { name: 'cyan', pick: '#06b6d4' },
  { name: 'sky', pick: '#0ea5e9' },
  { name: 'blue', pick: '#3b82f6' },
  { name: 'navy', pick: '#1e3a8a' },
  { name: 'indigo', pick: '#6366f1' },
  { name: 'violet', pick: '#8b5cf6' },
  { name: 'purple', pick: '#9333ea' },
  { name: 'fuchsia', pick: '#d946ef' },
  { name: 'pink', pick: '#ec4899' },
  { name: 'rose', pick: '#f43f5e' },
  { name: 'brown', pick: '#92400e' },
  { name: 'slate', pick: '#64748b' },
  { name: 'gray', pick: '#71717a' },
  { name: 'black', pick: '#000000' },
  { name: 'white', pick: '#ffffff' },
] as const

export type PresetName = (typeof PRESETS)[number]['name']
