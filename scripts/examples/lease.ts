import type { ContractText } from "./layout.ts";

export const lease: ContractText = {
  title: "Residential Lease",
  subtitle: "Vasagatan 14, flat 3, Uppsala",
  reference: "Lease VG14-3",
  blocks: [
    {
      table: [
        ["Landlord", "Uplandia Bostäder AB, company number 556677-1203"],
        ["Tenants", "Mira Holm and Oskar Lund"],
        ["Flat", "Three rooms and kitchen, 74 square metres, second floor, with storage room 12"],
        ["Start", "1 April 2026, until further notice"],
        ["Rent", "SEK 11,450 a month, heating and water included"],
      ],
    },
    { heading: "Use and rent" },
    { clause: "The flat is let as a home for the tenants and their household. It may not be sublet without consent." },
    { clause: "The rent is paid in advance, at the latest on the last working day before each month." },
    { clause: "Electricity and home insurance are the tenants' own. Both are kept in force for the whole term." },
    { heading: "Care of the flat" },
    { clause: "The tenants report damage and defects without delay. They answer for damage that they cause." },
    { clause: "The landlord keeps the building, its heating and the fixed appliances in working order." },
    { item: "Appliances belonging to the flat: cooker, refrigerator, freezer and dishwasher." },
    { item: "Keys: four to the flat, two to the storage room. All are returned at the end." },
    { heading: "End of the lease" },
    {
      clause: "The tenants may give notice of three full calendar months in writing. For the landlord the law applies.",
    },
    { clause: "The tenants answer jointly for all obligations. A separate guarantee covers up to three months' rent." },
    {
      signatures: [
        { for: "Tenant", name: "Mira Holm", role: "Tenant" },
        { for: "Tenant", name: "Oskar Lund", role: "Tenant" },
        { for: "Uplandia Bostäder AB", name: "Stina Dahl", role: "Head of lettings" },
      ],
    },
  ],
};

export const leaseGuarantee: ContractText = {
  title: "Guarantee of Rent",
  subtitle: "For the lease of Vasagatan 14, flat 3",
  reference: "Lease VG14-3, guarantee",
  blocks: [
    {
      text: "Karin Holm (the “Guarantor”) has read the lease between Uplandia Bostäder AB and the tenants Mira Holm and Oskar Lund, and undertakes the following towards the landlord.",
    },
    { heading: "The guarantee" },
    { clause: "The Guarantor answers for unpaid rent and for damage to the flat as for a debt of her own." },
    { clause: "The liability is limited to SEK 34,350, which is three months' rent at the start of the lease." },
    { clause: "The landlord tells the Guarantor within 30 days when rent has not been paid." },
    { heading: "Term" },
    { clause: "The guarantee applies for two years from the start of the lease and then ends by itself." },
    {
      signatures: [
        { for: "Guarantor", name: "Karin Holm", role: "Guarantor" },
        { for: "Uplandia Bostäder AB", name: "Stina Dahl", role: "Head of lettings" },
      ],
    },
  ],
};
