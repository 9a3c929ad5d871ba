/** The super user of the demo; printed when it starts. */
export const ANNA = {
  firstName: 'Anna',
  lastName: 'Brandt',
  email: 'anna@lindenau.example',
  password: 'Linden-am-Fluss-26',
}

/** The people of the demo. Only Anna has a password that is known. */
export const PEOPLE = [
  { firstName: 'Ben', lastName: 'Okafor', email: 'ben@lindenau.example', roleId: 8 },
  { firstName: 'Clara', lastName: 'Dimitrova', email: 'clara@lindenau.example', roleId: 4 },
  { firstName: 'David', lastName: 'Weiß', email: 'david@lindenau.example', roleId: 4 },
  { firstName: 'Elif', lastName: 'Yıldız', email: 'elif@lindenau.example', roleId: 3 },
  { firstName: 'Frank', lastName: 'Moreau', email: 'frank@lindenau.example', roleId: 6 },
] as const
