import type { ContractText } from "./layout.ts";

export const loan: ContractText = {
  title: "Loan Agreement",
  subtitle: "Sparlund Kredit AB and Café Tre Rum Handelsbolag",
  reference: "Loan 7702-118",
  blocks: [
    {
      table: [
        ["Lender", "Sparlund Kredit AB, 556677-8899, Kungsgatan 3, Göteborg"],
        ["Borrower", "Café Tre Rum Handelsbolag, 969712-3344, Haga Nygata 21, Göteborg"],
        ["Guarantor", "Nils Ekdahl, partner of the Borrower"],
        ["Amount", "SEK 600,000"],
        ["Purpose", "Refurbishment of the premises and a new kitchen"],
        ["Interest", "Three-month Stibor plus 4.10 percentage points, at present 6.35 % a year"],
        ["Term", "Five years, repaid in sixty equal monthly instalments"],
        ["First instalment", "30 April 2026"],
        ["Arrangement fee", "SEK 4,500"],
      ],
    },
    { heading: "The loan" },
    {
      clause:
        "The Lender lends the Borrower the Amount on the terms of this agreement. The Borrower shall use it for the Purpose.",
    },
    { clause: "The Lender pays out the Amount within three banking days after" },
    { item: "this agreement has been signed by all parties;" },
    { item: "the guarantee undertaking has been signed by the Guarantor; and" },
    { item: "the Lender has received proof that the premises are insured." },
    { heading: "Interest" },
    {
      clause:
        "Interest is calculated on the outstanding Amount for the actual number of days over a year of 360 days, and falls due together with each instalment. The reference rate is fixed two banking days before each quarter. If it is below zero, it is taken to be zero.",
    },
    {
      clause: "The Lender tells the Borrower of a changed rate at the latest when the next notice of payment is sent.",
    },
    { heading: "Repayment" },
    {
      clause:
        "The Borrower repays the loan in the instalments stated above, on the last banking day of each month, by direct debit.",
    },
    {
      clause:
        "The Borrower may repay all or part of the loan early at any time, with ten days' notice and without a fee. Part payments shorten the term unless the Borrower asks for lower instalments.",
    },
    { heading: "Late payment" },
    {
      clause:
        "On amounts paid late the Borrower owes default interest of eight percentage points above the interest of section 2 from the due date until payment, and the statutory reminder fee.",
    },
    { heading: "Information" },
    {
      clause:
        "Each year, within six months after the end of the financial year, the Borrower sends the Lender its annual accounts. The Borrower tells the Lender without delay of",
    },
    { item: "a change of its partners or of the nature of its business;" },
    { item: "the loss of the lease of the premises or of a licence that the business needs; and" },
    { item: "any circumstance that makes timely repayment doubtful." },
    { heading: "Undertakings" },
    {
      clause:
        "As long as any part of the loan is outstanding the Borrower shall keep the premises and the equipment fully insured, and shall not pledge the equipment bought with the loan to anybody else.",
    },
    { heading: "Termination by the Lender" },
    { clause: "The Lender may terminate the loan for immediate repayment if" },
    { item: "an instalment or interest is more than thirty days late in spite of a reminder;" },
    { item: "the Borrower has given materially wrong information or used the Amount for another purpose;" },
    { item: "the Borrower is declared bankrupt, suspends its payments or ceases to carry on its business; or" },
    { item: "the guarantee ceases to be valid and is not replaced within thirty days." },
    {
      clause:
        "Before terminating, the Lender shall give the Borrower fourteen days to remedy the matter, unless that is clearly pointless.",
    },
    { heading: "Costs" },
    {
      clause:
        "The arrangement fee is deducted from the payment of the Amount. Each party bears its own costs of making this agreement. The Borrower bears reasonable costs of recovery.",
    },
    { heading: "Transfer" },
    {
      clause:
        "The Lender may transfer the loan to another credit institution and shall inform the Borrower of it. The Borrower may not transfer its rights or duties.",
    },
    { heading: "Personal data and secrecy" },
    {
      clause:
        "The Lender processes personal data of the Borrower's partners and of the Guarantor for the assessment and administration of the loan, and is bound by bank secrecy. Late payments may be reported to a credit information company.",
    },
    { heading: "Law and disputes" },
    {
      clause:
        "Swedish law applies. Disputes are settled by the District Court of Göteborg. The Borrower may first turn to the Lender's complaints officer.",
    },
    {
      clause:
        "This agreement is signed electronically. Before signing, each signatory confirms his or her identity with a code sent to the telephone number that the Lender has on file.",
    },
    {
      signatures: [
        { for: "Café Tre Rum Handelsbolag", name: "Wilma Åkesson", role: "Partner, authorised signatory" },
        { for: "Sparlund Kredit AB", name: "Henrik Dahl", role: "Credit Manager" },
      ],
    },
  ],
};

export const guarantee: ContractText = {
  title: "Guarantee Undertaking",
  subtitle: "For loan 7702-118 of Sparlund Kredit AB to Café Tre Rum Handelsbolag",
  reference: "Guarantee for loan 7702-118",
  blocks: [
    {
      text: "READ THIS BEFORE YOU SIGN. Whoever signs a guarantee promises to pay if the borrower does not. Ask the lender to explain anything that is unclear, and consider taking advice from somebody who is independent of the borrower.",
    },
    {
      table: [
        ["Lender", "Sparlund Kredit AB, 556677-8899"],
        ["Borrower", "Café Tre Rum Handelsbolag, 969712-3344"],
        ["Guarantor", "Nils Ekdahl, Vasagatan 40, Göteborg"],
        ["Guaranteed loan", "SEK 600,000 under loan agreement 7702-118"],
        ["Highest liability", "SEK 300,000, plus interest and costs on that amount"],
        ["Ends", "When the loan is repaid, at the latest on 31 December 2031"],
      ],
    },
    { heading: "The guarantee" },
    {
      clause:
        "The Guarantor guarantees as for a debt of his own that the Borrower fulfils its obligations under the Guaranteed Loan, up to the highest liability stated above.",
    },
    {
      clause:
        "The Lender may turn to the Guarantor as soon as a payment is overdue, without first having sued the Borrower or realised other security.",
    },
    { heading: "What the Lender must tell the Guarantor" },
    { clause: "The Lender shall tell the Guarantor in writing, without delay," },
    { item: "when a payment is more than fourteen days late;" },
    { item: "when the loan is terminated, and why; and" },
    { item: "each year, how much of the loan is outstanding." },
    {
      clause:
        "If the Lender fails to do so, the Guarantor is free of liability to the extent that the failure has caused a loss.",
    },
    { heading: "Changes of the loan" },
    {
      clause:
        "A change of the loan that makes the Guarantor's position worse binds the Guarantor only if he has agreed to it in writing. A respite of at most three months that the Lender grants the Borrower needs no such agreement.",
    },
    { heading: "Recourse" },
    {
      clause:
        "What the Guarantor has paid he may claim back from the Borrower, with interest. He shall not do so until the Lender has been paid in full.",
    },
    { heading: "Withdrawal of security" },
    {
      clause:
        "If the Lender gives up other security for the loan, the Guarantor's liability falls by what that security would have yielded for him.",
    },
    { heading: "End of the guarantee" },
    {
      clause:
        "The guarantee ends on the day stated above, for claims that have not been made against the Guarantor in writing before. The Lender shall return this undertaking, marked as ended, within thirty days.",
    },
    {
      clause:
        "If the Guarantor dies, the guarantee covers only what was outstanding on the day when the Lender was told of it.",
    },
    { heading: "The Guarantor's confirmation" },
    { clause: "The Guarantor confirms that he" },
    { item: "has received a copy of the loan agreement and has read it;" },
    { item: "has been told of the Borrower's financial position, and has seen its latest annual accounts; and" },
    { item: "has had at least five days to consider this undertaking." },
    { heading: "Personal data, law and disputes" },
    {
      clause:
        "The Lender processes the Guarantor's personal data in order to assess and administer the guarantee. Swedish law applies. Disputes are settled by the District Court of Göteborg.",
    },
    { signatures: [{ for: "The Guarantor", name: "Nils Ekdahl", role: "Guarantor" }] },
  ],
};
