// The sections of the side panel, in order. Each noun that is used next to a tab adds a line, and its title to shell.json.
import type { Permission } from '@polylogue/contract'
import type { ComponentType } from 'react'
import { CustInstSection } from '../../features/custinsts/index.ts'
import { DatasourceSection } from '../../features/datasources/index.ts'
import { PromptSection } from '../../features/prompts/index.ts'
import type { OpenTab } from '../../lib/open-tab.ts'

export interface PanelSection {
  /** Also the key of the title in `shell.panel`, and the value of the parameter `panel` in an address. */
  id: 'prompts' | 'datasources' | 'custinsts'
  /** The permission without which the section is not shown. */
  needs: Permission
  View: ComponentType<{ openTab: OpenTab | undefined }>
}

export const PANEL_SECTIONS: readonly PanelSection[] = [
  { id: 'prompts', needs: 'can_use_prompts', View: PromptSection },
  { id: 'datasources', needs: 'can_use_datasources', View: DatasourceSection },
  { id: 'custinsts', needs: 'can_use_custinsts', View: CustInstSection },
]
