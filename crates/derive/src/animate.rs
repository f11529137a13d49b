//! Values and properties for tweens.

use crate::paths;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Index, Member, Type};

/// The fields of a struct by name or number, with their types.
fn fields(input: &DeriveInput) -> Result<Vec<(Member, &Type)>, Error> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "only structs can be tweened field by field"));
    };
    let member = |(index, field): (usize, &syn::Field)| {
        field.ident.clone().map_or(Member::Unnamed(Index::from(index)), Member::Named)
    };
    Ok(match &data.fields {
        Fields::Unit => Vec::new(),
        fields => fields.iter().enumerate().map(|f| (member(f), &f.1.ty)).collect(),
    })
}

pub(crate) fn animate(input: &DeriveInput) -> Result<TokenStream, Error> {
    let members: Vec<Member> = fields(input)?.into_iter().map(|(member, _)| member).collect();
    let (anim, name) = (paths::anim(), &input.ident);
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #generics #anim::Animate for #name #arguments #bounds {
            fn mix(from: &Self, to: &Self, t: f32) -> Self {
                Self { #(#members: #anim::Animate::mix(&from.#members, &to.#members, t)),* }
            }
            fn plus(&self, by: &Self) -> Self {
                Self { #(#members: #anim::Animate::plus(&self.#members, &by.#members)),* }
            }
            fn is_finite(&self) -> bool {
                true #(&& #anim::Animate::is_finite(&self.#members))*
            }
        }
    })
}

pub(crate) fn properties(input: &DeriveInput) -> Result<TokenStream, Error> {
    let (anim, name) = (paths::anim(), &input.ident);
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    let arms = fields(input)?.into_iter().filter_map(|(member, ty)| {
        let kind = match ty {
            Type::Path(path) if path.path.is_ident("f32") => quote!(F32),
            Type::Path(path) if path.path.is_ident("f64") => quote!(F64),
            Type::Path(path) if path.path.is_ident("i32") => quote!(I32),
            _ => return None,
        };
        let Member::Named(field) = &member else { return None };
        let text = field.to_string();
        Some(quote! {
            #text => ::core::option::Option::Some(#anim::Property::#kind(|target| &mut target.#member)),
        })
    });
    Ok(quote! {
        #[automatically_derived]
        impl #generics #anim::Properties for #name #arguments #bounds {
            fn property(name: &str) -> ::core::option::Option<#anim::Property<Self>> {
                match name {
                    #(#arms)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}
