/** Name of the command palette in the address. */
export const PALETTE = 'palette'
