// The sections of the side panel: those of the kinds of items that are used next to a tab.
import { ITEM_KINDS } from '../item-kinds.ts'

export const PANEL_SECTIONS = ITEM_KINDS.flatMap(({ noun, needs, plugin, Section }) =>
  // The noun is also the value of the parameter `panel` in an address.
  Section ? { id: noun, needs, plugin, View: Section } : [],
)

export type PanelSection = (typeof PANEL_SECTIONS)[number]
