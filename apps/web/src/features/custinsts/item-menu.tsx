import type { CustInst } from '@polylogue/contract'
import { canWrite } from '#lib/can.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '#ui/menu.tsx'
import { inWordsOf } from '#features/projects/index.ts'
import { ManageItem } from '#features/sharing/index.ts'
import { useChooseForProject, useChooseForTab } from './api.ts'
import { choiceOf, uses } from './choice.ts'

interface CustInstMenuProps {
  custInst: CustInst
  openTab: OpenTab | undefined
}

/** What the user may do with a custom instruction. */
export function CustInstMenu({ custInst, openTab }: CustInstMenuProps) {
  const { t } = useTranslation('custinsts')
  const button = <IconButton icon="dots" label={t('actionsFor', { name: custInst.name })} />
  return (
    <Menu position="bottom-end" target={button}>
      {openTab && canWrite(openTab.project) && <Uses custInst={custInst} openTab={openTab} />}
      <ManageItem noun="custinsts" item={custInst} />
    </Menu>
  )
}

/** Chooses the instruction for the tab, and for the new tabs of the project. */
function Uses({ custInst, openTab }: { custInst: CustInst; openTab: OpenTab }) {
  const { t } = useTranslation('custinsts')
  const { mutate: chooseForTab } = useChooseForTab(openTab)
  const { mutate: chooseForProject } = useChooseForProject(openTab)
  const inTab = uses(openTab.tab, custInst)
  const inProject = uses(openTab.project, custInst)
  return (
    <>
      <MenuItem icon={inTab ? 'x' : 'circle-check'} onSelect={() => chooseForTab(choiceOf(custInst, !inTab))}>
        {t(inTab ? 'stopInTab' : 'useInTab')}
      </MenuItem>
      <MenuItem
        icon={inProject ? 'x' : 'plus'}
        onSelect={() => chooseForProject(choiceOf(custInst, !inProject))}
      >
        {inProject ? t('stopInProject') : t('useInProject', inWordsOf(openTab.project))}
      </MenuItem>
      <MenuRule />
    </>
  )
}
