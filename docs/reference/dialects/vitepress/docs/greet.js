// #region greet
export const greet = (name) => `Hello, ${name}`;
// #endregion greet
