fn main() {
    // ANCHOR: greet
    println!("Hello");
    // ANCHOR_END: greet
}
