/** The colours on offer; each has 4.5:1 under white text. */
export const COLOURS = [
  { name: 'purple', hex: '#9333ea' },
  { name: 'blue', hex: '#125e9f' },
  { name: 'green', hex: '#0e6936' },
  { name: 'red', hex: '#b91b25' },
  { name: 'black', hex: '#1f1d23' },
] as const
