// --8<-- [start:greet]
export const greet = (name) => `Hello, ${name}`;
// --8<-- [end:greet]
