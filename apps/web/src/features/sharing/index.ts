export { useCanShare } from './can-share.ts'
export { ContextPicker, ItemSharingDialog, SHARING, SharedPeople, SharingLine } from './dialogs.ts'
export { entriesOf, UNSHARED, type Holder, type Sharing } from './holders.ts'
export { isSharedWithMe, sharesOf, useSharingWay } from './shared.ts'
