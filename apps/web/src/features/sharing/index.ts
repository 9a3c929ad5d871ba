export {
  ContextPicker,
  ItemSharing,
  PeopleOf,
  SHARING,
  SharedPeople,
  SharingFact,
  SharingLine,
} from './dialogs.ts'
export { entriesOf, UNSHARED, type Holder, type Shares } from './holders.ts'
export { sharesGivenBy, sharesOf, useSharingWay } from './shared.ts'
export { ManageItem } from './manage-item.tsx'
